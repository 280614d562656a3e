import {
  createNotice,
  deleteNotice,
  getNotice,
  listNoticeDeliveries,
  listNotices,
  renewNoticeSecret,
  resendNotice,
  updateNotice,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { NoticeService } from './notice-service.ts'

export function noticeRoutes(notices: NoticeService): Handler[] {
  return [
    handle(listNotices, ({ query }) => notices.list(query.flowId)),
    handle(getNotice, ({ params }) => notices.read(params.id)),
    handle(createNotice, ({ body }) => notices.create(body)),
    handle(updateNotice, ({ params, body }) => notices.update(params.id, body)),
    handle(deleteNotice, ({ params }) => notices.remove(params.id)),
    handle(renewNoticeSecret, ({ params }) => notices.renewSecret(params.id)),
    handle(listNoticeDeliveries, ({ params, query }) => notices.deliveries(params.id, query)),
    handle(resendNotice, ({ params, body }) => notices.sendAgain(params.id, body.again)),
  ]
}
