// Loaded into the server before its own code: the machine has no network but itself. Every attempt to leave is written
// down, because a product that tries and carries on would look fine from outside.
import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import net from 'node:net'

const isOwn = (host) => host === undefined || /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

const refuse = (host) => {
  appendFileSync(process.env.CLOSED_NETWORK_LOG, `${host}\n`)
  return Object.assign(new Error(`The network is closed: ${host}`), { code: 'ENETUNREACH' })
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args
  const host = typeof first === 'object' && first !== null ? first.host : undefined
  if (isOwn(host)) return connect.apply(this, args)
  const error = refuse(host)
  // Later, as a real one comes: nobody listens to a socket that is just being made.
  setImmediate(() => this.destroy(error))
  return this
}

const { lookup } = dns
dns.lookup = (host, ...rest) => {
  if (isOwn(host)) return lookup(host, ...rest)
  rest.at(-1)(refuse(host))
  return undefined
}
