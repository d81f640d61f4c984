/// Paths and files that differ between systems.
package enum SystemPaths {
  #if os(Linux)
    /// Folders in which nothing can be written, by any user.
    package static let unwritable = ["/proc", "/dev/null"]
    /// Devices, which are no regular files.
    package static let devices = ["/dev/null", "/dev/full"]
    /// The state of the process that reads it, with its signal masks; `nil` where there is none.
    package static let processStatus: String? = "/proc/self/status"
  #else
    /// Folders in which nothing can be written, by any user.
    package static let unwritable = ["/dev/null"]
    /// Devices, which are no regular files.
    package static let devices = ["/dev/null"]
    /// The state of the process that reads it, with its signal masks; `nil` where there is none.
    package static let processStatus: String? = nil
  #endif
}
