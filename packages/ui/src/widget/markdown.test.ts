import { expect, test } from 'vitest'

import { create } from './dom.ts'
import { markdownNodes } from './markdown.ts'
import { textsFor } from './texts.ts'

function drawn(markdown: string): string {
  return create('div', {}, ...markdownNodes(markdown, textsFor('en'))).innerHTML
}

test('what models commonly write becomes elements', () => {
  expect(drawn('# Head\n\nSome **bold**, *soft*, ~~gone~~ and `code`.')).toBe(
    '<h3>Head</h3><p>Some <strong>bold</strong>, <em>soft</em>, <s>gone</s> and <code>code</code>.</p>',
  )
  expect(drawn('- one\n- two\n  - deep')).toBe('<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>')
  expect(drawn('3. three\n4. four')).toBe('<ol start="3"><li>three</li><li>four</li></ol>')
  expect(drawn('```js\nlet x = "<b>"\n```')).toBe(
    '<div class="code"><div class="code-head"><span>js</span><button type="button">Copy</button></div><pre tabindex="0"><code data-language="js">let x = "&lt;b&gt;"</code></pre></div>',
  )
  expect(drawn('> quoted')).toBe('<blockquote><p>quoted</p></blockquote>')
  expect(drawn('| a | b |\n|---|---|\n| 1 | 2 |')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
})

test('numbers stand to the right, and formulas are kept apart from words', () => {
  expect(drawn('| a | b |\n|:-:|--:|\n| 1 | 2 |')).toBe(
    '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
  )
  expect(drawn('$$\nx^2\n$$')).toBe('<div class="formula"><code data-math="display">x^2</code></div>')
  expect(drawn('The mean $\\bar{x}$ of \\(n\\), for $5 and $6.')).toBe(
    '<p>The mean <code data-math="inline">\\bar{x}</code> of <code data-math="inline">n</code>, for $5 and $6.</p>',
  )
})

test('HTML stays text, and only addresses of the web become links', () => {
  expect(drawn('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
  expect(drawn('[x](javascript:alert(1))')).not.toContain('href')
  expect(drawn('[x](https://example.com)')).toBe(
    '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">x</a></p>',
  )
  expect(drawn('![pic](https://example.com/a.png)')).not.toContain('<img')
})

test('words with underscores and lone stars are left alone', () => {
  expect(drawn('snake_case_name and 2 * 3 * 4')).toBe('<p>snake_case_name and 2 * 3 * 4</p>')
})
