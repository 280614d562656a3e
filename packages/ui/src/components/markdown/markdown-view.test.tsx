import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import MarkdownView from './markdown-view.tsx'
import { safeAddress } from './safe-address.ts'

test('HTML in an answer is shown as text, and nothing in it runs', () => {
  const { container } = render(<MarkdownView text={'Hi <img src=x onerror="alert(1)"> <script>alert(2)</script>'} />)
  expect(container.querySelector('img, script')).toBeNull()
  expect(container.textContent).toContain('<img src=x')
})

test('links lead to the web or to a mail, in a tab that cannot reach ours', () => {
  render(
    <MarkdownView text="[a](https://example.com) [b](mailto:me@example.com) [c](javascript:alert(1)) [d](/canvas)" />,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['a', 'https://example.com'],
    ['b', 'mailto:me@example.com'],
  ])
  expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
})

test('an image is a link to it: loading it would tell a stranger what was talked about', () => {
  const { container } = render(<MarkdownView text="![A chart](https://tracker.example/x.png?q=secret)" />)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('link').textContent).toBe('A chart (image on tracker.example)')
})

test('code names its language and can be copied; tables and mathematics are drawn', () => {
  const text =
    '```python\nprint(1)\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n$$\nx^2\n$$\n\nIt costs $5 and $6, so $E = mc^2$.'
  const { container } = render(<MarkdownView text={text} />)
  expect(screen.getByText('python')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  expect(screen.getByRole('table')).toBeTruthy()
  expect(container.querySelector('.katex-display')).not.toBeNull()
  expect(container.textContent).toContain('It costs $5 and $6, so ')
  expect(container.querySelectorAll('.katex')).toHaveLength(2)
})

test('settled blocks are left alone while the next is written', () => {
  const { container, rerender } = render(<MarkdownView text={'First.\n\nSec'} isWriting />)
  const first = container.querySelector('p')
  rerender(<MarkdownView text={'First.\n\nSecond.'} isWriting />)
  expect(container.querySelector('p')).toBe(first)
})

test('code is coloured once it is whole, in a language that is known', () => {
  const text = '```ts\nconst a = 1\n```\n\n```nosuch\nconst a = 1\n```'
  const { container, rerender } = render(<MarkdownView text={'```ts\nconst a = 1'} isWriting />)
  expect(container.querySelector('.hljs-keyword')).toBeNull()
  rerender(<MarkdownView text={text} />)
  expect([...container.querySelectorAll('.hljs-keyword')].map((word) => word.textContent)).toEqual(['const'])
  expect([...container.querySelectorAll('pre')].map((code) => code.textContent)).toEqual([
    'const a = 1\n',
    'const a = 1\n',
  ])
})

test('half a formula is not shown as a mistake; one that stays broken is', () => {
  const half = '$$\n\\frac{1'
  const { container, rerender } = render(<MarkdownView text={half} isWriting />)
  const colorOf = () => container.querySelector<HTMLElement>('.katex-error')?.style.color
  expect(colorOf()).toBe('inherit')
  rerender(<MarkdownView text={half} />)
  expect(colorOf()).toBe('var(--cw-error)')
})

test('each part of a text runs the way its own words do, and code is left out of it', () => {
  const text = 'مرحبا\n\n- أولاً\n\n> اقتباس\n\n| اسم |\n| --- |\n| أ |\n\n```\ncode\n```'
  const { container } = render(<MarkdownView text={text} />)
  const directed = [...container.querySelectorAll('[dir]')]
  expect(directed.map(({ tagName }) => tagName)).toEqual(['P', 'UL', 'BLOCKQUOTE', 'DIV'])
  expect(new Set(directed.map((part) => part.getAttribute('dir')))).toEqual(new Set(['auto']))
})

test('addresses that are no addresses of the web are dropped', () => {
  const bad = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'x',
    '',
  ]
  expect(bad.map(safeAddress)).toEqual(bad.map(() => ''))
})
