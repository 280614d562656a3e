import type { InputDescription } from '@chatwright/core'

/** The quote that a text stands in. Editors of text put a backslash before each quote, which is taken away later. */
type Quote = '"' | "'" | '\\"'

/**
 * Fills a text of JSON. What stands within quotes stays within them, whatever is in it: words of a visitor, a model or a document
 * must not become keys and values of their own.
 */
export function fillJsonText<Part extends object>(
  template: readonly (string | Part)[],
  textOf: (part: Part) => string,
): string {
  let text = ''
  let quote: Quote | undefined
  for (const part of template) {
    if (typeof part === 'string') {
      quote = quoteAfter(part, quote)
      text += part
    } else text += quote === undefined ? textOf(part) : withinQuotes(textOf(part), quote)
  }
  return text
}

/** Whether what is typed into an input is a text of JSON. */
export function holdsJson(
  { type, isJson }: Pick<InputDescription, 'type' | 'isJson'>,
  [first]: readonly unknown[],
): boolean {
  if (isJson === 'perhaps') return typeof first === 'string' && /^\s*\\?[[{]/.test(first)
  return isJson === true || type === 'json' || type === 'datagrid'
}

/** A text as it may stand within quotes, without a sign that could end them however the whole is read. */
export function numbered(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/'|\\["\\]/g, (sign) => BY_NUMBER.get(sign) ?? sign)
}

const BY_NUMBER: ReadonlyMap<string, string> = new Map([
  ["'", String.raw`\u0027`],
  [String.raw`\"`, String.raw`\u0022`],
  [String.raw`\\`, String.raw`\u005c`],
])

function withinQuotes(text: string, quote: Quote): string {
  return quote === '"' ? JSON.stringify(text).slice(1, -1) : numbered(text)
}

function quoteAfter(text: string, open: Quote | undefined): Quote | undefined {
  let quote = open
  for (let at = 0; at < text.length; at += 1) {
    const begun = QUOTES.find((each) => (quote === undefined || quote === each) && text.startsWith(each, at))
    if (begun) {
      quote = quote === undefined ? begun : undefined
      at += begun.length - 1
    } else if (text.charAt(at) === '\\') at += 1
  }
  return quote
}

const QUOTES: readonly Quote[] = ['\\"', '"', "'"]
