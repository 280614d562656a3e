import {
  createWebhookSecret,
  deleteWebhook,
  deleteWebhookSecret,
  enableWebhook,
  getWebhook,
  deleteTestWebhook,
  getTestWebhook,
  listDeliveries,
  listWebhooks,
  openTestAddress,
  patchTestWebhook,
  patchWebhook,
  postTestWebhook,
  postWebhook,
  putTestWebhook,
  putWebhook,
  sendDelivery,
} from '@chatwright/contract'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { answerWhole, follow, type Following } from '../predictions/send-answer.ts'
import type { ReviewLinks } from '../../runs/runs/waits/review-links.ts'
import type { WebhookDoor } from './webhook-door.ts'
import type { WebhookService } from './webhook-service.ts'

export interface WebhookRouteDependencies {
  webhooks: WebhookService
  receive: WebhookDoor
  predictions: Pick<PredictionService, 'earlier'>
  streams: EventStreams
  eventIds: Following['eventIds']
  links: Pick<ReviewLinks, 'linkFor'>
}

export function webhookRoutes({
  webhooks,
  receive,
  predictions,
  streams,
  eventIds,
  links,
}: WebhookRouteDependencies): Handler[] {
  return [
    ...[
      ...[getWebhook, postWebhook, putWebhook, patchWebhook, deleteWebhook].map((route) => ({ route, isTest: false })),
      ...[getTestWebhook, postTestWebhook, putTestWebhook, patchTestWebhook, deleteTestWebhook].map((route) => ({
        route,
        isTest: true,
      })),
    ].map(({ route, isTest }) =>
      handle(route, async ({ params, asker, request, reply }) => {
        const { run, settings } = await receive({ id: params.id, isTest, asker, request, reply })
        if (settings.responseMode === 'async') {
          run.outcome.catch(() => undefined)
          return reply.status(202).send({ chatId: run.job.session.chatId, status: 'PROCESSING' })
        }
        const reader = { request, reply, asker, earlier: await predictions.earlier(run.job) }
        if (settings.responseMode === 'stream')
          return follow(
            run,
            { streams, eventIds },
            { ...reader, afterSeq: 0, isKnown: settings.signature !== undefined },
          )
        return answerWhole(run, { ...reader, linkFor: (id) => links.linkFor(id) })
      }),
    ),
    handle(listWebhooks, ({ query }) => webhooks.list(query.flowId)),
    handle(openTestAddress, ({ params, body }) => webhooks.openTest(params.id, body.open)),
    handle(enableWebhook, ({ params, body }) => webhooks.enable(params.id, body.enabled)),
    handle(createWebhookSecret, ({ params }) => webhooks.makeSecret(params.id)),
    handle(deleteWebhookSecret, ({ params }) => webhooks.deleteSecret(params.id)),
    handle(listDeliveries, ({ params, query }) => webhooks.deliveries(params.id, query)),
    handle(sendDelivery, ({ params, body }) => webhooks.send(params.id, body)),
  ]
}
