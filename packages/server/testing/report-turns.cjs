// Loaded into a server under test with --require: on SIGUSR2 it says for how many milliseconds of the processor it kept everybody
// waiting at most since it was last asked. Where that is long it collects what it left, so that another try is about itself alone.
const { existsSync, openSync, readSync } = require('node:fs')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const { isMainThread } = require('node:worker_threads')

const LONG_MS = 100
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`
const file = existsSync(THREAD_TIME) ? openSync(THREAD_TIME) : undefined
const bytes = Buffer.alloc(128)

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
    if (said > LONG_MS) collect()
    longest = 0
    before = processorTime()
    process.stdout.write(`longest turn ${said}\n`)
  })
}

/** Milliseconds that the thread which answers has had of a processor; of all threads, where the system does not tell them apart. */
function processorTime() {
  // Opened once: it is asked a thousand times a second.
  if (file !== undefined) {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.latin1Slice(0, length).split(' ', 1)[0]) / 1e6
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
