import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { outcomeOf, type RunEvent } from '@chatwright/core'
import { describe, test, vi } from 'vitest'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor } from '../testing/fake-vendor.ts'
import { Listener } from '../testing/listener.ts'
import { runCommand, spawnServer, temporaryFolder } from '../testing/spawned-server.ts'
import { patient } from '../testing/patient.ts'

/** A folder and a server of a test's own: most of these wait, and all of them do so at once. */
interface World {
  path: string
  start(dataDir?: string): Promise<{ url: string; save: Save; names: () => Promise<string[]> }>
  onEnd(end: () => unknown): void
}

type Save = (name: string, data?: string) => Promise<{ status: number; ms: number; headers: Headers; text: string }>

function createWorld(onTestFinished: (end: () => Promise<void>) => void): World {
  const folder = temporaryFolder()
  const ends: (() => unknown)[] = [() => folder.remove()]
  onTestFinished(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return {
    path: folder.path,
    async start(dataDir = folder.path) {
      const server = await spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
      ends.push(() => server.stop('SIGKILL'))
      const { url } = server
      return {
        url,
        async save(name, data = '{"nodes":[],"edges":[]}') {
          const began = performance.now()
          const answer = await fetch(`${url}/api/v1/chatflows`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name, flowData: data }),
          })
          const text = await answer.text()
          return { status: answer.status, ms: performance.now() - began, headers: answer.headers, text }
        },
        async names() {
          const flows = (await (await fetch(`${url}/api/v1/chatflows`)).json()) as { name: string }[]
          return flows.map(({ name }) => name).sort()
        },
      }
    },
    onEnd: (end) => ends.push(end),
  }
}

describe.concurrent('a database locked by another program', () => {
  const lock = ({ path }: World): Libsql.Database => {
    const other = new Libsql(join(path, 'chatwright.sqlite'))
    other.exec('begin immediate')
    return other
  }

  test('for three seconds: every save succeeds, once', async ({ onTestFinished, expect }) => {
    const world = createWorld(onTestFinished)
    const { save, names } = await world.start()
    const other = lock(world)
    const saves = Array.from({ length: 20 }, (_, i) => save(`waited ${i}`))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    other.exec('rollback')
    other.close()
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await names()).toHaveLength(20)
  })

  test('for longer: every save is refused in time and says when to come back, while reads and ping answer', async ({
    onTestFinished,
    expect,
  }) => {
    const world = createWorld(onTestFinished)
    const { url, save, names } = await world.start()
    await save('before')
    const other = lock(world)
    const saves = Array.from({ length: 20 }, (_, i) => save(`refused ${i}`))
    let slowest = 0
    for (let i = 0; i < 30; i += 1) {
      const began = performance.now()
      expect(await (await fetch(`${url}/api/v1/ping`)).text()).toBe('pong')
      expect(await names()).toEqual(['before'])
      slowest = Math.max(slowest, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const answers = await Promise.all(saves)
    other.exec('rollback')
    other.close()
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(patient(6000))
    expect(slowest).toBeLessThan(patient(1500))
    expect((await save('after')).status).toBe(200)
    expect(await names()).toEqual(['after', 'before'])
  })
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
if (!canMount) console.warn('Disk full and read-only disk are NOT tested here: mounting needs root.')

describe.runIf(canMount)('a disk of its own', { concurrent: true }, () => {
  const mount = (...args: string[]): void => {
    const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`)
  }
  const mountDisk = ({ path, onEnd }: World): string => {
    const disk = join(path, 'disk')
    mkdirSync(disk)
    mount('-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk)
    onEnd(() => spawnSync('umount', ['-l', disk]))
    return disk
  }

  test('full: saves and uploads are refused by name, reads go on, and it works again without a restart', async ({
    onTestFinished,
    expect,
  }) => {
    const world = createWorld(onTestFinished)
    const disk = mountDisk(world)
    const { url, save, names } = await world.start(disk)
    const saved: string[] = ['first']
    expect((await save('first')).status).toBe(200)
    const filler = join(disk, 'filler')
    fillUp(filler)
    const big = JSON.stringify({ nodes: [], edges: [], note: 'x'.repeat(200_000) })
    let refused: Awaited<ReturnType<Save>> | undefined
    for (let i = 0; i < 40 && !refused; i += 1) {
      const answer = await save(`big ${i}`, big)
      if (answer.status === 200) saved.push(`big ${i}`)
      else refused = answer
    }
    expect(refused).toMatchObject({ status: 507, text: expect.stringContaining('"storage-full"') })
    const form = new FormData()
    form.append('file', new Blob(['x'.repeat(500_000)], { type: 'text/plain' }), 'a.txt')
    const upload = await fetch(`${url}/api/v1/files`, { method: 'POST', body: form })
    expect([upload.status, await upload.text()]).toEqual([507, expect.stringContaining('"storage-full"')])
    expect(await names()).toEqual([...saved].sort())
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    rmSync(filler)
    expect((await save('space again', big)).status).toBe(200)
    expect(await names()).toEqual([...saved, 'space again'].sort())
  })

  test('full in the middle of an answer: it is told as not stored yet, and stored when there is space again', async ({
    onTestFinished,
    expect,
  }) => {
    const world = createWorld(onTestFinished)
    const disk = mountDisk(world)
    const words = Array.from({ length: 300 }, (_, index) => `w${index} `)
    const vendor = await startFakeVendor({ tokens: words, delayMs: 5 })
    world.onEnd(() => vendor.close())
    const filler = join(disk, 'filler')
    const patience = { timeout: 60_000, interval: 50 }
    const { url } = await world.start(disk)
    const flowId = await drawFlow(url, vendor.url)
    const listener = new Listener(`${url}/api/v1/prediction/${flowId}`, { body: { question: 'Count', chatId: 'c' } })
    await vi.waitFor(() => expect(listener.text).not.toBe(''), patience)
    fillUp(filler)
    expect(listener.text.length).toBeLessThan(words.join('').length)
    const heard = outcomeOf((await listener.over()).heard.map(({ event }) => event))
    expect(heard).toMatchObject({ status: 'interrupted', text: words.join(''), fault: { code: 'not-kept' } })
    const run = async () => (await fetch(`${url}/api/v1/runs/${listener.runId}`)).json()
    expect(await run()).toMatchObject({ status: 'running' })
    rmSync(filler)
    await vi.waitFor(async () => expect(await run()).toMatchObject({ status: 'done' }), patience)
    expect(await (await fetch(`${url}/api/v1/chatmessage/${flowId}?chatId=c`)).json()).toMatchObject([
      { role: 'userMessage', content: 'Count' },
      { role: 'apiMessage', content: words.join(''), status: 'done' },
    ])
    const { events } = (await run()) as { events: RunEvent[] }
    expect(outcomeOf(events)).toMatchObject({ status: 'done', text: words.join('') })
  }, 180_000)

  test('read-only from the start: one clear sentence', async ({ onTestFinished, expect }) => {
    const disk = mountDisk(createWorld(onTestFinished))
    mount('-o', 'remount,ro', disk)
    const result = await runCommand(['start'], { DATA_DIR: disk })
    expect(result).toEqual({
      code: 1,
      output: expect.stringMatching(/^The data folder .+ isn't writable \(EROFS\).+\n$/),
    })
  })
})

test.concurrent('a database file that is none: one clear sentence, and the file is left alone', async ({
  onTestFinished,
  expect,
}) => {
  const { path } = createWorld(onTestFinished)
  writeFileSync(join(path, 'chatwright.sqlite'), 'This is not a database. '.repeat(1000))
  const result = await runCommand(['start'], { DATA_DIR: path })
  expect(result.code).toBe(1)
  expect(result.output).toMatch(/^The database .+chatwright\.sqlite.+ backup.+\n$/)
})

/** To the last byte, so that the next page has no place. */
function fillUp(file: string): void {
  for (const size of ['64k', '4k', '1'])
    spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${size}`, 'oflag=append', 'conv=notrunc'])
}
