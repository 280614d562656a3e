export const axios = String.raw`
'use strict';
({ part }) => {
  const { fetch, setTimeout } = globalThis
  class AxiosError extends Error {
    constructor(message, code, config, response) {
      super(message)
      Object.assign(this, { name: 'AxiosError', code, config, isAxiosError: true, ...(response && { response, status: response.status }) })
    }
  }
  const isPlain = (value) => Array.isArray(value) || (typeof value === 'object' && value !== null
    && Object.getPrototypeOf(value) === Object.prototype)
  const addressOf = ({ baseURL, url = '', params }) => {
    const whole = baseURL && !/^[a-z][a-z0-9+.-]*:/i.test(url) ? baseURL.replace(/[/]$/, '') + '/' + url.replace(/^[/]/, '') : url
    if (!params) return whole
    const pairs = Object.entries(params).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [name + '[]', each]) : value === undefined || value === null ? [] : [[name, value]])
    const query = params instanceof part('url').URLSearchParams ? params : new (part('url').URLSearchParams)(pairs)
    return String(query) ? whole + (whole.includes('?') ? '&' : '?') + query : whole
  }

  const request = async (config) => {
    const { Headers, FormData } = part('fetching')
    const headers = new Headers(config.headers)
    let body = config.data
    if (isPlain(body)) {
      body = JSON.stringify(body)
      if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    } else if (typeof body === 'string' && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    if (!headers.has('accept')) headers.set('accept', 'application/json, text/plain, */*')
    if (config.auth) headers.set('authorization', 'Basic ' + part('bytes').btoa(config.auth.username + ':' + config.auth.password))
    const waiting = [fetch(addressOf(config), { method: config.method, headers, body, signal: config.signal })]
    if (config.timeout > 0) {
      waiting.push(new Promise((_, reject) => setTimeout(() =>
        reject(new AxiosError('timeout of ' + config.timeout + 'ms exceeded', 'ECONNABORTED', config)), config.timeout)))
    }
    const answer = await Promise.race(waiting).catch((error) => {
      throw error instanceof AxiosError ? error : new AxiosError(error.message, 'ERR_NETWORK', config)
    })
    const response = {
      data: await read(answer, config.responseType),
      status: answer.status, statusText: answer.statusText, headers: plain(answer.headers), config, request: {},
    }
    const isFine = config.validateStatus === null ? true
      : (config.validateStatus ?? ((status) => status >= 200 && status < 300))(response.status)
    if (isFine) return response
    throw new AxiosError('Request failed with status code ' + response.status,
      response.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE', config, response)
  }
  const plain = (headers) => Object.assign(Object.create({ get(name) { return headers.get(name) } }), Object.fromEntries(headers))
  const read = async (answer, type = 'json') => {
    if (type === 'arraybuffer') return answer.buffer()
    if (type === 'blob') return answer.blob()
    const text = await answer.text()
    if (type === 'text') return text
    try { return JSON.parse(text) } catch { return text }
  }

  const create = (defaults = {}) => {
    const join = (config = {}) => ({ method: 'get', ...defaults, ...config, headers: { ...defaults.headers, ...config.headers } })
    const instance = async (first, second) => request(join(typeof first === 'string' ? { ...second, url: first } : first))
    instance.request = instance
    for (const method of ['get', 'delete', 'head', 'options']) instance[method] = (url, config) => instance({ ...config, url, method })
    for (const method of ['post', 'put', 'patch']) instance[method] = (url, data, config) => instance({ ...config, url, data, method })
    instance.create = (more = {}) => create({ ...defaults, ...more, headers: { ...defaults.headers, ...more.headers } })
    instance.defaults = defaults
    instance.isAxiosError = (error) => error?.isAxiosError === true
    instance.AxiosError = AxiosError
    instance.all = (list) => Promise.all(list)
    instance.default = instance
    return instance
  }
  return { axios: create() }
}
`
