import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1/data-tables${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const COLUMNS = [
  { name: 'Name', type: 'text' },
  { name: 'Price', type: 'number' },
  { name: 'Fresh', type: 'boolean' },
  { name: 'Since', type: 'date' },
]

let names = 0
const create = async (): Promise<string> => {
  names += 1
  return (await send('POST', '', { name: `Teas ${names}`, columns: COLUMNS })).id
}
const find = async (id: string, query: object = {}) => {
  const { rows, total } = await send('POST', `/${id}/rows/query`, query)
  return { names: rows.map((row: Record<string, unknown>) => row['Name']), total }
}

const TEAS = [
  { Name: 'Assam', Price: 4, Fresh: true, Since: '2026-01-02' },
  { Name: 'Üzüm', Price: '12.5', Fresh: 'no', Since: '2026-03-01T08:00:00Z' },
  { Name: 'Sencha 100%', Price: 9 },
]

describeOnBothDatabases('data tables', (start) => {
  beforeAll(async () => {
    server = await start()
  }, 60_000)
  afterAll(() => server.close())

  test('rows are stored in the types of their columns, and come back by their names', async () => {
    const id = await create()
    const { added, rows } = await send('POST', `/${id}/rows`, { rows: TEAS })
    expect(added).toBe(3)
    expect(rows[1]).toEqual({
      id: expect.any(String),
      Name: 'Üzüm',
      Price: 12.5,
      Fresh: false,
      Since: '2026-03-01T08:00:00.000Z',
    })
    expect(rows[2]).toMatchObject({ Name: 'Sencha 100%', Fresh: null, Since: null })
    expect(await send('GET', `/${id}`)).toMatchObject({ rows: 3, columns: COLUMNS })
    const wrong = await server.send('POST', `/api/v1/data-tables/${id}/rows`, { rows: [{ Price: 'cheap' }] })
    expect([wrong.status, wrong.body.message]).toEqual([422, '"Price" takes a number, not "cheap".'])
    const unknown = await server.send('POST', `/api/v1/data-tables/${id}/rows`, { rows: [{ Prize: 1 }] })
    expect(unknown.body.message).toContain('The table has no column "Prize".')
  })

  test.each([
    [[{ column: 'Name', operator: 'equals', value: 'Assam' }], ['Assam']],
    [[{ column: 'Name', operator: 'contains', value: '0%' }], ['Sencha 100%']],
    [[{ column: 'Name', operator: 'contains', value: '_' }], []],
    [[{ column: 'Name', operator: 'contains', value: '' }], []],
    [[{ column: 'Price', operator: 'greater', value: '' }], []],
    [[{ column: 'Price', operator: 'less' }], []],
    [[{ column: 'Since', operator: 'equals' }], ['Sencha 100%']],
    [[{ column: 'id', operator: 'equals', value: 'none' }], []],
    [[{ column: 'id', operator: 'notEquals', value: 'none' }], ['Assam', 'Üzüm', 'Sencha 100%']],
    [[{ column: 'Price', operator: 'greater', value: 4 }], ['Üzüm', 'Sencha 100%']],
    [[{ column: 'Price', operator: 'less', value: '9' }], ['Assam']],
    [[{ column: 'Fresh', operator: 'equals', value: true }], ['Assam']],
    [[{ column: 'Fresh', operator: 'notEquals', value: true }], ['Üzüm', 'Sencha 100%']],
    [[{ column: 'Since', operator: 'greater', value: '2026-02-01' }], ['Üzüm']],
    [[{ column: 'Since', operator: 'empty' }], ['Sencha 100%']],
    [
      [
        { column: 'Since', operator: 'notEmpty' },
        { column: 'Price', operator: 'notEquals', value: 4 },
      ],
      ['Üzüm'],
    ],
  ])('finds %j', async (where, found) => {
    const id = await create()
    await send('POST', `/${id}/rows`, { rows: TEAS })
    expect(await find(id, { where })).toEqual({ names: found, total: found.length })
  })

  test('an id is compared with "is" and "is not" alone', async () => {
    const id = await create()
    const where = [{ column: 'id', operator: 'notEmpty' }]
    const { status, body } = await server.send('POST', `/api/v1/data-tables/${id}/rows/query`, { where })
    expect([status, body.message]).toEqual([422, 'An id is compared with "is" and "is not" alone.'])
  })

  test('a column that became one of numbers is searched and sorted beside its texts', async () => {
    const id = await create()
    await send('POST', `/${id}/rows`, { rows: TEAS })
    const { columns } = await send('GET', `/${id}`)
    await send('PUT', `/${id}`, { columns: [{ ...columns[0], type: 'number' }] })
    await send('POST', `/${id}/rows`, { rows: [{ Name: 7 }] })
    expect(await find(id, { where: [{ column: 'Name', operator: 'equals', value: 7 }] })).toEqual({
      names: [7],
      total: 1,
    })
    expect((await find(id, { sort: 'Name' })).names[0]).toBe(7)
  })

  test('many rows are added or changed by a key, one that comes twice once', async () => {
    const id = await create()
    await send('POST', `/${id}/rows`, {
      rows: [
        { Price: 3, Name: 'first' },
        { Price: 3, Name: 'second' },
      ],
    })
    const rows = Array.from({ length: 450 }, (_, index) => ({ Price: index % 300, Name: `Tea ${index}` }))
    expect(await send('POST', `/${id}/rows`, { key: 'Price', rows })).toEqual({ added: 299, changed: 151 })
    expect(await find(id, { limit: 1 })).toEqual({ names: ['Tea 303'], total: 301 })
    expect((await find(id, { where: [{ column: 'Price', operator: 'equals', value: 299 }] })).names).toEqual([
      'Tea 299',
    ])
    expect((await find(id, { where: [{ column: 'Price', operator: 'equals', value: 149 }] })).names).toEqual([
      'Tea 449',
    ])
  })

  test.each([
    ['Name,Name\nTea,Chai\n', 'Two columns of the CSV have one name.'],
    ['Name,Prize\nTea,1\n', 'The table has no column "Prize".'],
  ])('refuses the CSV %j', async (csv, message) => {
    const id = await create()
    const { status, body } = await server.send('POST', `/api/v1/data-tables/${id}/csv`, { csv })
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)])
    expect(await send('GET', `/${id}`)).toMatchObject({ rows: 0 })
  })

  test('is sorted, searched and read page by page', async () => {
    const id = await create()
    await send('POST', `/${id}/rows`, { rows: TEAS })
    expect((await find(id, { sort: '-Price' })).names).toEqual(['Üzüm', 'Sencha 100%', 'Assam'])
    expect((await find(id, { sort: 'Since' })).names).toEqual(['Assam', 'Üzüm', 'Sencha 100%'])
    expect(await find(id, { search: 'ASSAM' })).toEqual({ names: ['Assam'], total: 1 })
    expect(await find(id, { limit: 1, offset: 1 })).toEqual({ names: ['Üzüm'], total: 3 })
  })

  test('rows are changed, deleted, and added or changed by a key', async () => {
    const id = await create()
    const { rows } = await send('POST', `/${id}/rows`, { rows: TEAS })
    expect(await send('PUT', `/${id}/rows/${rows[0].id}`, { Price: 5, Fresh: null })).toMatchObject({
      Name: 'Assam',
      Price: 5,
      Fresh: null,
    })
    const upserted = {
      key: 'Name',
      rows: [
        { Name: 'Assam', Price: 6 },
        { Name: 'Chai', Price: 1 },
      ],
    }
    expect(await send('POST', `/${id}/rows`, upserted)).toEqual({ added: 1, changed: 1 })
    expect(await find(id, { where: [{ column: 'Price', operator: 'equals', value: 6 }] })).toMatchObject({ total: 1 })
    expect(await send('POST', `/${id}/rows/delete`, { ids: [rows[1].id] })).toEqual({ deleted: 1 })
    expect(await find(id)).toEqual({ names: ['Assam', 'Sencha 100%', 'Chai'], total: 3 })
    expect((await server.send('PUT', `/api/v1/data-tables/${id}/rows/${rows[1].id}`, {})).status).toBe(404)
  })

  test('CSV goes out and comes in whole, formulas as texts', async () => {
    const id = await create()
    await send('POST', `/${id}/rows`, { rows: [...TEAS, { Name: '=1+1' }, { Name: 'a "b", c\nd' }] })
    const file = await server.send('GET', `/api/v1/data-tables/${id}/csv`)
    expect(file.text).toContain("'=1+1")
    const other = await create()
    expect(await send('POST', `/${other}/csv`, { csv: file.text })).toEqual({ added: 5 })
    expect((await find(other)).names).toEqual((await find(id)).names)
    const broken = await server.send('POST', `/api/v1/data-tables/${other}/csv`, { csv: 'Name,Price\nTea,1\nChai,x\n' })
    expect([broken.status, (await find(other)).total]).toEqual([422, 5])
  })

  test('renamed columns keep their values, and names are taken once', async () => {
    const id = await create()
    await send('POST', `/${id}/rows`, { rows: TEAS })
    const { columns, name } = await send('GET', `/${id}`)
    const [first, ...others] = columns
    await send('PUT', `/${id}`, { columns: [{ ...first, name: 'Tea' }, ...others.slice(0, 1)] })
    const { rows } = await send('POST', `/${id}/rows/query`, { limit: 1 })
    expect(rows).toEqual([{ id: expect.any(String), Tea: 'Assam', Price: 4 }])
    const taken = await server.send('POST', '/api/v1/data-tables', { name, columns: COLUMNS })
    expect([taken.status, taken.body.code]).toEqual([409, 'data-table-name-taken'])
    expect((await send('DELETE', `/${id}`)).affected).toBe(1)
    expect((await server.send('GET', `/api/v1/data-tables/${id}`)).body.code).toBe('data-table-not-found')
  })
})
