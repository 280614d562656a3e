import type { NoticeEvent } from '@chatwright/contract'

/** In the order they are shown. Written out, because the browser has no schemas to read them from. */
export const noticeEvents: readonly NoticeEvent[] = ['finished', 'failed', 'waiting', 'limit']
