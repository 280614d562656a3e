// Loaded into a server under test with --require: on SIGUSR2 it says how much is held after a collection.
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  collect()
  process.stdout.write(`heap ${process.memoryUsage().heapUsed}\n`)
})
