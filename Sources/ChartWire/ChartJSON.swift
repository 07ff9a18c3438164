// What stands on the wire is JSON: a target that imports this one has its values, its writer and its problems.
@_exported public import ChartJSON
