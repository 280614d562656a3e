import type { BotLook } from '../lib/bot-config/bot-config.ts'
import { themeFor } from '../lib/bot-config/readable-on.ts'

/** The theme of the owner's ground or, without one, of the page around: a dark chat on a light page looks broken. */
export function themeAround(element: Element, look: BotLook): 'light' | 'dark' {
  return themeFor(look.backgroundColor) ?? themeOfPage(element)
}

function themeOfPage(element: Element): 'light' | 'dark' {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const [red = 0, green = 0, blue = 0, alpha = 1] =
      getComputedStyle(at)
        .backgroundColor.match(/[\d.]{1,12}/g)
        ?.map(Number) ?? []
    const hex = [red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')
    if (alpha > 0.5) return themeFor(`#${hex}`) ?? 'light'
  }
  const isDark = getComputedStyle(document.documentElement).colorScheme.includes('dark')
  return isDark && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
