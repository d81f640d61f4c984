/// Why the bytes of a file are not what was written: the kind of damage, and a sentence.
struct FileDamage: Error, Equatable {
  let code: ListenerFileError.Code
  let sentence: String
}
