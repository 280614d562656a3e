export const url = String.raw`
'use strict';
({ call }) => {
  const link = Symbol()

  class URLSearchParams {
    #pairs = []
    #changed = () => {}
    constructor(init = '', owner) {
      if (owner?.[link]) this.#changed = owner[link]
      if (typeof init === 'object' && init !== null) {
        const pairs = Symbol.iterator in init ? [...init] : Object.entries(init)
        this.#pairs = pairs.map(([name, value]) => [String(name), String(value)])
      } else this.#pairs = call('query', { read: String(init) })
    }
    #change(pairs) { this.#pairs = pairs; this.#changed(this.toString()) }
    get size() { return this.#pairs.length }
    append(name, value) { this.#change([...this.#pairs, [String(name), String(value)]]) }
    delete(name, value) {
      this.#change(this.#pairs.filter((each) => each[0] !== String(name) || (value !== undefined && each[1] !== String(value))))
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([each]) => each === String(name))
      if (at < 0) return this.append(name, value)
      this.#change(this.#pairs.flatMap((each, index) =>
        index === at ? [[each[0], String(value)]] : each[0] === String(name) ? [] : [each]))
    }
    get(name) { return this.#pairs.find(([each]) => each === String(name))?.[1] ?? null }
    getAll(name) { return this.#pairs.filter(([each]) => each === String(name)).map(([, value]) => value) }
    has(name, value) { return this.#pairs.some((each) => each[0] === String(name) && (value === undefined || each[1] === String(value))) }
    sort() { this.#change([...this.#pairs].sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)) }
    forEach(visit, self) { for (const [name, value] of this.#pairs) visit.call(self, value, name, this) }
    entries() { return this.#pairs.map(([name, value]) => [name, value]).values() }
    keys() { return this.#pairs.map(([name]) => name).values() }
    values() { return this.#pairs.map(([, value]) => value).values() }
    [Symbol.iterator]() { return this.entries() }
    get [Symbol.toStringTag]() { return 'URLSearchParams' }
    toString() { return call('query', { write: this.#pairs }) }
  }

  const read = (address, root) => call('url', { href: String(address), ...(root !== undefined && { base: String(root) }) })

  class URL {
    #parts
    #params
    constructor(address, root) {
      const parts = read(address, root)
      if (!parts) throw new TypeError('Invalid URL: ' + String(address).slice(0, 200))
      this.#parts = parts
    }
    static canParse(address, root) { return read(address, root) !== undefined }
    static parse(address, root) { return URL.canParse(address, root) ? new URL(address, root) : null }
    static get(address, name) { return address.#parts[name] }
    static set(address, name, value) {
      const parts = call('url', { href: address.#parts.href, set: name, value: String(value) })
      if (!parts) throw new TypeError('Invalid URL: ' + String(value).slice(0, 200))
      address.#parts = parts
      if (name === 'href' || name === 'search') address.#params = undefined
    }
    get origin() { return this.#parts.origin }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.#parts.search, {
        [link]: (text) => { this.#parts = call('url', { href: this.#parts.href, set: 'search', value: text }) },
      })
      return this.#params
    }
    toString() { return this.#parts.href }
    toJSON() { return this.#parts.href }
    get [Symbol.toStringTag]() { return 'URL' }
  }
  const { get, set } = URL
  delete URL.get
  delete URL.set
  for (const name of ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
    Object.defineProperty(URL.prototype, name, {
      get() { return get(this, name) },
      set(value) { set(this, name, value) },
      configurable: true,
      enumerable: true,
    })
  }
  return { URL, URLSearchParams }
}
`
