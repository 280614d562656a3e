import { expect, test } from 'vitest'
import { sitemapAddresses } from './sitemap-addresses.ts'

const most = { pages: 1000, sitemaps: 20 }

test('addresses of pages and of further sitemaps, however they are written', () => {
  const xml = `<?xml version="1.0"?><urlset xmlns:image="http://images.test/">
    <!-- <url><loc>https://hidden.test/</loc></url> -->
    <url><loc>
      https://a.test/?b=1&amp;c=2 </loc><image:image><image:loc>https://a.test/x.png</image:loc></image:image></url>
    <url><lastmod/><loc><![CDATA[https://a.test/<b>]]></loc></url><url><loc>no address</loc></url>
    <sitemap><loc>https://a.test/more.xml</loc></sitemap><loc>https://outside.test/</loc></urlset>`
  expect(sitemapAddresses(xml, most)).toEqual({
    pages: ['https://a.test/?b=1&c=2', 'https://a.test/<b>'],
    sitemaps: ['https://a.test/more.xml'],
  })
})

test('no more of either kind than was asked for', () => {
  const xml = '<url><loc>https://a.test/</loc></url><sitemap><loc>https://a.test/s.xml</loc></sitemap>'.repeat(30)
  const { pages, sitemaps } = sitemapAddresses(xml, { pages: 7, sitemaps: 3 })
  expect([pages.length, sitemaps.length]).toEqual([7, 3])
})

test.each([
  ['addresses', (size: number) => '<url><loc>https://a.test/</loc></url>\n'.repeat(size)],
  ['addresses without end', (size: number) => '<url><loc>https://a.test/'.repeat(size)],
  ['comments without end', (size: number) => '<!--'.repeat(size)],
  ['texts without end', (size: number) => '<loc><![CDATA['.repeat(size)],
  ['brackets alone', (size: number) => '<'.repeat(size)],
  ['ampersands alone', (size: number) => '<url><loc>'.concat('&'.repeat(size))],
])('%s are read in time that grows with their number alone', (_, write) => {
  const timeFor = (size: number): number => {
    const xml = write(size)
    const began = process.cpuUsage()
    sitemapAddresses(xml, { pages: Number.POSITIVE_INFINITY, sitemaps: 20 })
    return process.cpuUsage(began).user
  }
  timeFor(10_000)
  // With the square of their number it would be a hundred times; half a millisecond is the clock's own.
  expect(timeFor(100_000)).toBeLessThan(40 * (timeFor(10_000) + 500))
})
