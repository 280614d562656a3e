import { abort } from './abort.ts'
import { axios } from './axios.ts'
import { buffer } from './buffer.ts'
import { bytes } from './bytes.ts'
import { crypto } from './crypto.ts'
import { fetching } from './fetching.ts'
import { intl } from './intl.ts'
import { lodash } from './lodash.ts'
import { modules } from './modules.ts'
import { url } from './url.ts'

/** The source of each part. */
export const parts: Readonly<Record<string, string>> = {
  abort,
  axios,
  buffer,
  bytes,
  crypto,
  fetching,
  intl,
  lodash,
  modules,
  url,
}

/** Global names, with the part that makes each. */
export const namesOfParts: Readonly<Record<string, string>> = {
  AbortController: 'abort',
  AbortSignal: 'abort',
  Blob: 'bytes',
  Buffer: 'buffer',
  CryptoKey: 'crypto',
  File: 'bytes',
  FormData: 'fetching',
  Headers: 'fetching',
  Intl: 'intl',
  TextDecoder: 'bytes',
  TextEncoder: 'bytes',
  URL: 'url',
  URLSearchParams: 'url',
  atob: 'bytes',
  btoa: 'bytes',
  crypto: 'crypto',
}
