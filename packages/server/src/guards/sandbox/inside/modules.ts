/** Stand-ins for the modules that tools of elsewhere require most, and a sentence for those that have none. */
export const modules = String.raw`
'use strict';
({ part }) => {
  const { fetch } = globalThis
  const withDefault = (value) => Object.assign(value, { default: value })
  const present = {
    'node-fetch': () => withDefault(fetch),
    'cross-fetch': () => withDefault(fetch),
    axios: () => part('axios').axios,
    lodash: () => part('lodash').lodash,
    buffer: () => ({ Buffer: part('buffer').Buffer }),
    crypto: () => part('crypto').nodeCrypto,
    url: () => part('url'),
    util: () => { const { TextEncoder, TextDecoder } = part('bytes'); return { TextEncoder, TextDecoder } },
    'form-data': () => part('fetching').FormData,
    'abort-controller': () => withDefault({ ...part('abort') }),
    uuid: () => ({ v4: () => part('crypto').crypto.randomUUID() }),
  }
  const dates = "Use Date and Intl instead: new Date().toLocaleString('en-GB', { timeZone: 'Europe/Paris' }) writes a date in a zone,"
    + ' date.getTime() + days * 86400000 reckons with it.'
  const calls = 'Use fetch instead: await (await fetch(address, { method, headers, body })).json().'
  const none = 'Code here has no files, programs or system.'
  const instead = {
    moment: dates, 'moment-timezone': dates, dayjs: dates, 'date-fns': dates, 'date-fns-tz': dates, luxon: dates,
    got: calls, request: calls, superagent: calls, ky: calls, undici: calls, http: calls, https: calls,
    fs: none, 'fs/promises': none, path: none, os: none, child_process: none, vm: none, process: none, worker_threads: none,
    cheerio: 'Read the page with the Cheerio Web Scraper node, or take out what you need with a regular expression.',
    puppeteer: 'Read the page with the Playwright or Web Scraper node instead.',
    playwright: 'Read the page with the Playwright or Web Scraper node instead.',
    openai: 'Connect a model to the flow instead, or call its address with fetch.',
  }
  const require = (asked) => {
    const name = asked.replace(/^node:/, '')
    if (Object.hasOwn(present, name)) return present[name]()
    if (name.startsWith('lodash/') || name.startsWith('lodash.')) return part('lodash').lodash[name.slice(7)]
    const way = Object.hasOwn(instead, name) ? instead[name] : 'These are: ' + Object.keys(present).join(', ') + '.'
    throw new Error('The module "' + name + '" is not available here. ' + way)
  }
  return { require }
}
`
