/** Braces in a guide mean themselves; the generator would take them for an expression of its own. */
export function keepBraces(markdown) {
  for (const kind of ['text', 'code_inline']) {
    const plain = markdown.renderer.rules[kind]
    markdown.renderer.rules[kind] = (...args) => plain(...args).replaceAll('{{', '&#123;&#123;')
  }
}

/** A picture taken in light has one taken in dark beside it; the reader sees the one of their colours. */
export function showBothPictures(markdown) {
  const one = markdown.renderer.rules.image
  markdown.renderer.rules.image = (tokens, index, ...rest) => {
    const token = tokens[index]
    const address = token.attrGet('src') ?? ''
    if (!address.endsWith('-light.png')) return one(tokens, index, ...rest)
    return ['light', 'dark']
      .map((theme) => {
        token.attrSet('src', address.replace(/-light\.png$/, `-${theme}.png`))
        token.attrSet('class', `in-${theme}`)
        token.attrSet('loading', 'lazy')
        return one(tokens, index, ...rest)
      })
      .join('')
  }
}
