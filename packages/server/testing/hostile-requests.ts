/** Spellings of an address that other routers have taken for the address itself, or for a public one. */
export function oddSpellings(url: string): string[] {
  const [path = '', query = ''] = url.split('?')
  const rest = query === '' ? '' : `?${query}`
  const last = path.lastIndexOf('/')
  const encodedLetter = `${path.slice(0, last + 1)}%${path.charCodeAt(last + 1).toString(16)}${path.slice(last + 2)}`
  return [
    path.toUpperCase(),
    path.replace('/api', '/API'),
    path.replace('/api', '/aPi'),
    `/${path}`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    path.replaceAll('/', '%5c').replace('%5c', '/'),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path};x=1`,
    `${path};.js`,
    `${path}.json`,
    `${path}%00`,
    `${path}%20`,
    `${path}%09`,
    `${path}%ff`,
    `${path}%`,
    `${path}%zz`,
    `${path}#x`,
    `${path}?/api/v1/ping`,
    `${path}?x=/api/v1/verify/apikey/`,
    `/api/v1/ping/..${path}`,
    `/api/v1/ping/../..${path}`,
    `/api/v1/ping/%2e%2e${path}`,
    `/api/v1/ping%2f..${path}`,
    `/./${path}`,
    encodedLetter,
    `/health/live${path}`,
    `/chatbot${path}`,
    `/static/..${path}`,
    `${path}${'/x'.repeat(5000)}`,
    `${path}/${'x'.repeat(20_000)}`,
  ].map((spelling) => (spelling.includes('?') ? spelling : `${spelling}${rest}`))
}

/** Headers that servers behind proxies, and older products, have believed. */
export const spoofedHeaders: readonly Record<string, string>[] = [
  { 'x-request-from': 'internal' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1, 10.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1;host=localhost' },
  { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
  { 'x-original-url': '/api/v1/ping', 'x-rewrite-url': '/api/v1/ping' },
  { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
  { 'x-user-id': '1', 'x-remote-user': 'admin', 'remote-user': 'admin', 'x-authenticated': 'true' },
  { 'x-api-key': 'sample', 'api-key': 'sample', cookie: 'token=sample; session=sample' },
  { referer: 'http://localhost/canvas', origin: 'http://localhost' },
  { host: '127.0.0.1' },
  { authorization: '' },
  { authorization: 'Basic' },
  { authorization: 'Basic Og==' },
  { authorization: 'Basic !!!' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer null' },
  { authorization: 'Bearer undefined' },
  { authorization: `Bearer ${'x'.repeat(8000)}` },
  { authorization: 'Negotiate abc' },
  { authorization: "Bearer ' OR 1=1 --" },
]

/** Values that have broken parsers, comparisons, queries and prototypes. */
export const hostileValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  ' ',
  'x'.repeat(10_240),
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table chat_flow; --",
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '__proto__',
  [],
  [[]],
  {},
  { $ne: null },
  { toString: null, valueOf: 1 },
  { length: 1e9 },
  [null, null],
]

/** The same as text, for places that hold nothing else. */
export const hostileTexts: readonly string[] = hostileValues.map((value) =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : JSON.stringify(value),
)

interface HostileBody {
  headers: Record<string, string>
  payload: string
}

const json = { 'content-type': 'application/json' }

/** Bodies that are wrong as a whole. */
export function hostileBodies(valid: unknown): HostileBody[] {
  const text = JSON.stringify(valid ?? {})
  return [
    { headers: json, payload: '{' },
    { headers: json, payload: 'null' },
    { headers: json, payload: '3' },
    { headers: json, payload: '"text"' },
    { headers: json, payload: '[]' },
    { headers: json, payload: '\ufeff{}' },
    { headers: json, payload: `${'['.repeat(500)}${']'.repeat(500)}` },
    { headers: json, payload: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}` },
    { headers: json, payload: '{"__proto__":{"isAdmin":true}}' },
    { headers: json, payload: '{"constructor":{"prototype":{"isAdmin":true}}}' },
    { headers: json, payload: text.replace(/\}$/, `${text === '{}' ? '' : ','}"\\u005f_proto__":{"x":1}}`) },
    { headers: { 'content-type': 'application/json; charset=utf-7' }, payload: '+AHs-' },
    { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, payload: text },
    { headers: { 'content-type': 'text/plain' }, payload: text },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
    { headers: { 'content-type': 'application/xml' }, payload: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' },
    { headers: { 'content-type': 'multipart/form-data' }, payload: 'no boundary' },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x\r\nbroken' },
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--\r\n' },
    {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf',
    },
    {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="../../a.txt"\r\n\r\nx\r\n--x--\r\n',
    },
    { headers: { 'content-type': 'nonsense' }, payload: 'x' },
    { headers: { 'content-type': ';;;,' }, payload: 'x' },
  ]
}

/** Bodies of which there is too much: they are met by what reads bodies, before any route. */
export const hugeBodies: readonly HostileBody[] = [
  { headers: json, payload: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  { headers: json, payload: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { headers: json, payload: `[${'1,'.repeat(120_000)}1]` },
  { headers: json, payload: `{"history":[${'1,'.repeat(120_000)}1],"messages":[${'[],'.repeat(120_000)}1]}` },
  { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `--x\r\n${'a: b\r\n'.repeat(20_000)}` },
]
