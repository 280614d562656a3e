import { expect, test } from 'vitest'
import { readPageText } from './page-text.ts'

test('what a visitor would read, line by line, with its title and links', () => {
  const page = readPageText(`<!doctype html>
    <html><head><title>Tea &amp; cake</title><style>p { color: red }</style></head>
    <body><h1>Opening&nbsp;hours</h1><p>From <b>nine</b> to <i class="a>b">five</i>.<p>Not on &lt;Sundays&gt;
    <!-- <p>hidden</p> --><script>var x = "<p>no</p>"</SCRIPT ><svg><title>no</title><text>no</text></svg>
    <table><tr><td>Mon</td><td>9&ndash;5</td></tr></table>
    <ul><li>one<li>two</ul>3 < 4<br>end <a class=x href="/menu?a=1&amp;b=2">menu</a> <A HREF=/map>map</A></body></html>`)
  expect(page.title).toBe('Tea & cake')
  expect(page.links).toEqual(['/menu?a=1&b=2', '/map'])
  expect(page.text.split(/\n+/).map((line) => line.trim())).toEqual([
    '# Opening hours',
    'From nine to five.',
    'Not on <Sundays>',
    'Mon 9–5',
    'one',
    'two',
    '3 < 4',
    'end menu map',
  ])
})

test('headings are marked, whatever they hold; those without words or end are not', () => {
  const page = readPageText(
    `<h2 class="x"><div>Our <em>dogs</em></div>
       and cats</h2><p>Welcome.</p><h3><svg></svg></h3><p>Hello.</p><H4>Last</H4>Bye.<h5>${'On and on. '.repeat(30)}`,
  )
  expect(page.text).toBe(
    `## Our dogs and cats\n\nWelcome.\n\nHello.\n\n#### Last\n\nBye.\n\n${'On and on. '.repeat(30).trim()}`,
  )
})

test.each([
  ['headings without end', '<h1>x'.repeat(400_000)],
  ['formatting that every paragraph opens again', `<p>${numbered(2000, (i) => `<b a${i}>`)}${'<p>x'.repeat(20_000)}`],
  ['tags without end', '<i>'.repeat(600_000)],
  ['paragraphs without end', '<p>'.repeat(600_000)],
  ['comments that never close', '<!--'.repeat(500_000)],
  ['values that never close', '<a b="'.repeat(300_000)],
  ['scripts that never close', '<script>'.repeat(250_000)],
  ['brackets alone', '<'.repeat(2_000_000)],
  ['ampersands alone', '&'.repeat(2_000_000)],
  ['a tag of attributes', `<a ${'b '.repeat(1_000_000)}>`],
  ['a tag of white space before an address', `<a ${' href '.repeat(300_000)}>`],
  ['drawings in drawings', '<svg>'.repeat(400_000)],
  ['white space', ' \n'.repeat(1_000_000)],
])('two megabytes of %s are read at once', (_, html) => {
  const began = process.cpuUsage()
  readPageText(html)
  // Milliseconds of processor time; what grows with the square of the length takes minutes.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000)
})

function numbered(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('')
}
