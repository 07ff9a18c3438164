import NIOCore

/// The errors of the network library when an address cannot be bound.
protocol SocketFailure: Error {}

extension IOError: SocketFailure {}
extension SocketAddressError: SocketFailure {}
extension SocketAddressError.UnknownHost: SocketFailure {}
