// Loaded into a server under test with --require: faults nobody catches, when the test wants them.
process.on('SIGHUP', () => void Promise.reject(new Error('rejected on purpose')))
process.on('SIGUSR2', () =>
  setImmediate(() => {
    throw new Error('thrown on purpose')
  }),
)
