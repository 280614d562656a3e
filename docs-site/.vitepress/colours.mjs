import { darkColors, fontFamily, lightColors, monoFamily, variableName } from '../../packages/ui/src/theme/tokens.ts'

/** The colours of the product by role, for both themes, so that product and guides cannot come to differ. */
export function productColours() {
  const roles = (colours) => Object.entries(colours).map(([role, value]) => `${variableName(role)}:${value}`)
  const fonts = [`--vp-font-family-base:${fontFamily}`, `--vp-font-family-mono:${monoFamily}`]
  return `:root{${[...roles(lightColors), ...fonts].join(';')}}.dark{${roles(darkColors).join(';')}}`
}
