import { nameEncoding } from './bytes-service.ts'
import { changeLetters, createIntlService, intlKinds, listLocales, readLocale } from './intl-service.ts'
import { hash, random } from './random-service.ts'
import { subtleMethods } from './subtle-service.ts'
import { readQuery, readUrl } from './url-service.ts'

/** What the engine lacks and the process around it lends to code: texts in, texts out, and nothing it could hold on to. */
export function createServices(): (name: string, payload: string) => string {
  const services: Record<string, (payload: unknown) => unknown> = {
    encoding: nameEncoding,
    hash,
    intl: createIntlService(),
    'intl-kinds': () => intlKinds,
    letters: changeLetters,
    locale: readLocale,
    locales: listLocales,
    query: readQuery,
    random,
    'subtle-methods': () => subtleMethods,
    url: readUrl,
  }
  return (name, payload) => {
    try {
      if (payload === '') throw new RangeError('More than 8 MB at once')
      if (!Object.hasOwn(services, name)) throw new TypeError('There is no such service')
      return JSON.stringify({ value: services[name]?.(JSON.parse(payload)) })
    } catch (error) {
      return JSON.stringify({ error: nameError(error) })
    }
  }
}

/** What went wrong, in the two words that code may see of it. */
export function nameError(error: unknown): { name: string; message: string } {
  if (!(error instanceof Error)) return { name: 'Error', message: 'The call failed.' }
  return { name: error.name, message: error.message.slice(0, 1000) }
}
