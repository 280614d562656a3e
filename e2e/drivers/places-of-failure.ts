/**
 * Where a part that fails says so, by what declares it in the code: `screen`, `lazyDialog` and `lazyPart`, or what stands in
 * the part's place.
 */
export const PLACES = ['screen', 'lazyDialog', 'lazyPart', 'UndrawnText', 'PlainNotices', 'PlainEditor'] as const

export type Place = (typeof PLACES)[number]

/** What is loaded by an action, or ahead of a language, has no place of its own; each has a way that comes by it. */
export const WAYS_TO_ACTIONS = {
  'i18n/i18n.ts': 'help in German',
  'features/canvas/model/layout.ts': 'a tidy canvas',
  'features/canvas/components/load-converter.ts': 'a flow that is converted to an agent flow',
  'app/flow-file/use-load-flow-file.ts': 'a flow from a file, by the side menu',
}
