// Loaded into a server under test with --require: on SIGUSR2 it says for how many milliseconds of the processor it kept everybody
// waiting at most since it was last asked, and collects what it left, so that the next answer is about what comes next.
const { existsSync, readFileSync } = require('node:fs')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const { isMainThread } = require('node:worker_threads')

// Its threads and its children take turns of their own.
if (isMainThread && process.argv[1]?.endsWith('chatwright.mjs')) watch()

function watch() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let longest = 0
  let before = processorTime()
  const look = () => {
    const now = processorTime()
    longest = Math.max(longest, now - before)
    before = now
  }
  setInterval(look, 1).unref()
  process.on('SIGUSR2', () => {
    look()
    const said = longest
    collect()
    longest = 0
    before = processorTime()
    process.stdout.write(`longest turn ${said}\n`)
  })
}

/** Milliseconds that the thread which answers has had of a processor; of all threads, where the system does not tell them apart. */
function processorTime() {
  const ofThread = `/proc/self/task/${process.pid}/schedstat`
  if (existsSync(ofThread)) return Number(readFileSync(ofThread, 'latin1').split(' ', 1)[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
