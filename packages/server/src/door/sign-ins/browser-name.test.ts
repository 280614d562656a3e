import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge on Windows'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/122.0`,
    'Opera on macOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S928B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 FxiOS/144.0 Safari/605', 'Firefox on iPad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/141.0 Safari/604', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605', 'Safari on macOS'],
  ['Mozilla/5.0 (Something else) Firefox/144.0', 'Firefox'],
  ['curl/8.5.0', 'A program'],
  ['', 'A program'],
  [undefined, 'A program'],
  [`${'x'.repeat(500)} Firefox/144.0 Linux`, 'A program'],
])('%s is called %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
