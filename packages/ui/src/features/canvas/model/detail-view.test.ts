import { expect, test } from 'vitest'

import { createDetailView } from './detail-view.ts'
import type { DetailView } from './detail-view.ts'
import type { Distance } from './distance.ts'

test('while the view is zoomed nothing more is drawn; when it rests, cards that came near are', () => {
  const clock = createClock()
  const view = clock.view(0.2)
  const card = addCard(view)
  view.zoomed(1)
  clock.runFrames()
  expect(card.shown).toBe('distant')
  clock.rest()
  clock.runFrames()
  expect(card.shown).toBe('near')
})

test('how far away the flow is shows when the view rests, not at each step on the way', () => {
  const told: [boolean, number][] = []
  const clock = createClock()
  const view = clock.view(1, (isZooming, zoom) => told.push([isZooming, zoom]))
  view.zoomed(0.5)
  view.zoomed(0.2)
  expect(told).toEqual([[true, 0.5]])
  clock.rest()
  expect(told).toEqual([
    [true, 0.5],
    [false, 0.2],
  ])
})

test('what was drawn stays when the view goes away again', () => {
  const clock = createClock()
  const view = clock.view(1)
  const card = addCard(view)
  view.zoomed(0.2)
  clock.rest()
  clock.runFrames()
  expect(card.shown).toBe('near')
})

test('a card that comes into view starts whole while the view rests or is panned, and as an outline while it zooms', () => {
  const clock = createClock()
  const view = clock.view(1)
  view.zoomed(1)
  expect(view.start()).toBe('near')
  view.zoomed(0.9)
  expect(view.start()).toBe('speck')
  const card = addCard(view)
  clock.rest()
  clock.runFrames()
  expect(card.shown).toBe('mid')
})

test('no frame draws longer than its share', () => {
  const clock = createClock()
  const view = clock.view(0.2)
  const cards = Array.from({ length: 10 }, () => addCard(view, () => clock.pass(3)))
  view.zoomed(1)
  clock.rest()
  expect(clock.runFrames()).toBe(5)
  expect(cards.every((card) => card.shown === 'near')).toBe(true)
})

test('a card that left is drawn no more', () => {
  const clock = createClock()
  const view = clock.view(0.2)
  const card = addCard(view)
  card.remove()
  view.zoomed(1)
  clock.rest()
  clock.runFrames()
  expect(card.shown).toBe('distant')
})

function addCard(view: DetailView, onRaise: () => void = () => undefined) {
  const card = {
    shown: view.start(),
    raise(to: Distance) {
      card.shown = to
      onRaise()
    },
    remove: () => undefined as void,
  }
  card.remove = view.add(card)
  return card
}

function createClock() {
  let time = 0
  let frame: (() => void) | undefined
  let timer: (() => void) | undefined
  return {
    view: (zoom: number, onZooming: (isZooming: boolean, zoom: number) => void = () => undefined) =>
      createDetailView({
        zoom,
        onZooming,
        now: () => time,
        nextFrame: (act) => {
          frame = act
          return () => (frame = undefined)
        },
        later: (act) => {
          timer = act
          return () => (timer = undefined)
        },
      }),
    pass: (ms: number) => (time += ms),
    rest: () => {
      timer?.()
      timer = undefined
    },
    runFrames: () => {
      let count = 0
      for (let act = frame; act; act = frame) {
        frame = undefined
        act()
        count += 1
      }
      return count
    },
  }
}
