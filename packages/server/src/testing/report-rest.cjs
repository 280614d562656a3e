// Loaded into a server under test with --require: on SIGUSR2 it says what is loaded and held, and then keeps a lot of small things.
const { getHeapSpaceStatistics } = require('node:v8')

const MB = 1024 ** 2
const kept = []

process.on('SIGUSR2', () => {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  const figures = {
    residentMb: process.memoryUsage.rss() / MB,
    youngMb: young.space_size / MB,
    loaded: process.moduleLoadList,
  }
  process.stdout.write(`at rest ${JSON.stringify(figures)}\n`)
  for (let i = 0; i < 1_000_000; i += 1) kept.push({ i })
})
