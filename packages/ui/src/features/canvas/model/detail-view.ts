import { distanceAt, isNearer } from './distance.ts'
import type { Distance } from './distance.ts'

/** A node's card, which can be told to draw more of itself. */
export interface Card {
  readonly shown: Distance
  raise(to: Distance): void
}

/**
 * Decides how much of each node is drawn. Zooming only scales what is there; how far away it now is shows once the view
 * rests, and what nodes that came near have to show is drawn a few in each frame, so that no frame waits for all of them.
 */
export interface DetailView {
  /** What a card that comes into view starts with. */
  start(): Distance
  add(card: Card): () => void
  zoomed(zoom: number): void
  stop(): void
}

export interface DetailViewOptions {
  zoom: number
  /** The view begins to be zoomed, or rests at a zoom. */
  onZooming?(isZooming: boolean, zoom: number): void
  nextFrame(act: () => void): () => void
  later(act: () => void, delay: number): () => void
  now(): number
}

/** Wheels and pinches pause between their steps for less than this. */
const REST = 120

/** What drawing may take of one frame, in ms; the rest is left to the browser. */
const FRAME_SHARE = 6

export function createDetailView({ zoom, onZooming, nextFrame, later, now }: DetailViewOptions): DetailView {
  const cards = new Set<Card>()
  let currentZoom = zoom
  let isZooming = false
  let cancelRest: () => void = () => undefined
  let cancelFrame: (() => void) | undefined

  const draw = () => {
    cancelFrame = undefined
    const end = now() + FRAME_SHARE
    const distance = distanceAt(currentZoom)
    for (const card of cards) {
      if (!isNearer(distance, card.shown)) continue
      if (now() >= end) {
        cancelFrame = nextFrame(draw)
        return
      }
      card.raise(distance)
    }
  }
  const setZooming = (next: boolean) => {
    if (next !== isZooming) onZooming?.(next, currentZoom)
    isZooming = next
  }
  const drawLater = () => {
    if (!isZooming) cancelFrame ??= nextFrame(draw)
  }

  return {
    start: () => (isZooming ? 'speck' : distanceAt(currentZoom)),
    add(card) {
      cards.add(card)
      if (isNearer(distanceAt(currentZoom), card.shown)) drawLater()
      return () => void cards.delete(card)
    },
    zoomed(zoom) {
      if (zoom === currentZoom) return
      currentZoom = zoom
      setZooming(true)
      cancelFrame?.()
      cancelFrame = undefined
      cancelRest()
      cancelRest = later(() => {
        setZooming(false)
        drawLater()
      }, REST)
    },
    stop() {
      cancelRest()
      cancelFrame?.()
    },
  }
}
