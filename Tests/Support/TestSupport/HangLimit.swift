/// After how many minutes a test hangs.
///
/// The time of a test begins before its turn on the main actor, which it shares with all other
/// tests, so on a busy machine minutes go by before its first line. A limit says nothing about
/// speed; it ends a test that would never end, sooner than `.ci/tests.sh` ends the whole suite.
package let hangMinutes = 15
