// Loaded into a server under test with --require: says what is loaded and held at the word that it is ready, before anything else
// happens, and again on SIGUSR2, after which it keeps a lot of small things.
const { getHeapSpaceStatistics } = require('node:v8')

const MB = 1024 ** 2
const kept = []
const { stdout } = process
const write = stdout.write.bind(stdout)

function report() {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  const figures = {
    residentMb: process.memoryUsage.rss() / MB,
    youngMb: young.space_size / MB,
    loaded: process.moduleLoadList,
  }
  write(`at rest ${JSON.stringify(figures)}\n`)
}

stdout.write = (text, ...rest) => {
  if (String(text).includes(' is ready at ')) report()
  return write(text, ...rest)
}

process.on('SIGUSR2', () => {
  report()
  for (let i = 0; i < 1_000_000; i += 1) kept.push({ i })
})
