import JSZip from 'jszip'
import { expect, test } from 'vitest'
import parseEpub from './parse-epub.ts'
import parsePptx from './parse-pptx.ts'
import parseXlsx from './parse-xlsx.ts'
import { sniffFileKind } from './file-kinds.ts'

async function pack(parts: Record<string, string>): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const [path, content] of Object.entries(parts)) zip.file(path, content)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

const relations = (targets: Record<string, string>): string =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`

const book = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Late" r:id="rId2"/><sheet name="Prices" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations({ rId1: 'worksheets/sheet1.xml', rId2: '/xl/worksheets/sheet2.xml' }),
  'xl/sharedStrings.xml':
    '<sst><si><t>Lamp</t></si><si><r><t>Be</t></r><r><t>d</t></r><rPh><t>beddo</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="[Red]0.0&quot;d&quot;"/><numFmt numFmtId="166" formatCode="yyyy\\-mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="str"><v>Price</v></c><c r="D1" t="str"><v>Since</v></c></row>
    <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>9.5</v></c><c r="D2" s="1"><v>45292</v></c></row>
    <row r="3"/>
    <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="2"><v>120</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" s="3"><v>45292.75</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="7"><c r="B7" t="str"><v>Alone</v></c></row></sheetData></worksheet>',
}

test('an Excel file is read sheet by sheet, each row with the headings of its columns', async () => {
  const bytes = await pack(book)
  expect(sniffFileKind({ name: 'x', bytes })).toBe('xlsx')
  expect(await parseXlsx({ bytes })).toEqual([
    { name: 'Late', rows: [{ line: 1, cells: [['B', 'Alone']] }] },
    {
      name: 'Prices',
      rows: [
        {
          line: 2,
          cells: [
            ['Name', 'Lamp'],
            ['Price', '9.5'],
            ['Since', '2024-01-01'],
          ],
        },
        {
          line: 4,
          cells: [
            ['Name', 'Bed'],
            ['Price', '120'],
            ['C', 'TRUE'],
            ['Since', '2024-01-01 18:00:00'],
          ],
        },
      ],
    },
  ])
})

const shape = (text: string, kind = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind && `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`

test('a presentation is read in the order of its slides, with titles, tables and notes', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
  const bytes = await pack({
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations({ a: 'slides/slide1.xml', b: 'slides/slide2.xml' }),
    'ppt/slides/slide1.xml': `<p:sld>${shape('')}</p:sld>`,
    'ppt/slides/slide2.xml': `<p:sld>${shape('Lamps', 'ctrTitle')}${shape('One\nTwo')}<a:tbl><a:tr>${cell('Red')}${cell('3')}</a:tr></a:tbl></p:sld>`,
    'ppt/slides/_rels/slide2.xml.rels': relations({ n: '../notesSlides/notesSlide1.xml' }),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${shape('7', 'sldNum')}${shape('Speak slowly.', 'body')}</p:notes>`,
  })
  expect(sniffFileKind({ name: 'x', bytes })).toBe('pptx')
  expect(await parsePptx({ bytes })).toEqual(['# Lamps\n\nOne\nTwo\n\nRed | 3\n\nSpeak slowly.', ''])
})

test('a book is read chapter by chapter, in the order of reading', async () => {
  const bytes = await pack({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf':
      '<package><manifest><item id="one" href="text/chapter%201.xhtml"/><item id="two" href="two.xhtml"/><item id="gone" href="gone.xhtml"/></manifest><spine><itemref idref="two"/><itemref idref="gone"/><itemref idref="one"/></spine></package>',
    'OPS/text/chapter 1.xhtml': '<html><body><h1>Night</h1><p>The lamp goes out.</p></body></html>',
    'OPS/two.xhtml': '<html><body><p>The lamp is lit.</p><script>no</script></body></html>',
  })
  expect(sniffFileKind({ name: 'x', bytes })).toBe('epub')
  const [first, second, ...others] = await parseEpub({ bytes })
  expect([first, others]).toEqual(['The lamp is lit.', []])
  expect(second).toContain('The lamp goes out.')
})

test('parts that are missing leave out what they would hold', async () => {
  const bytes = await pack({ 'a.txt': 'nothing' })
  expect(await Promise.all([parseXlsx({ bytes }), parsePptx({ bytes }), parseEpub({ bytes })])).toEqual([[], [], []])
  expect(sniffFileKind({ name: 'a.xlsx', bytes })).toBeUndefined()
})
