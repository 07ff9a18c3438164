import NIOCore

/// What the network library throws when an address cannot be bound.
protocol SocketFailure: Error {}

extension IOError: SocketFailure {}
extension SocketAddressError: SocketFailure {}
