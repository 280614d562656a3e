import type { RouteObject } from 'react-router'

import { ErrorScreen } from './error-screen.tsx'
import { screen } from './load-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RootLayout } from './root-layout.tsx'
import { RouteProgressBar } from './route-progress.tsx'
import { BareLayout } from './shell/bare-layout.tsx'
import { MainLayout } from './shell/main-layout.tsx'

const chatflows = screen(() => import('../features/chatflows/chatflows-screen.tsx'), ['chatflows'])
const movedList = screen(() => import('./moved-list-route.tsx'), [])
/** A drawing shows fields of the parameter form on its cards. */
const DRAWING = ['canvas', 'form']
const canvas = screen(
  () => import(/* webpackChunkName: "canvas" */ './canvas-route.tsx'),
  [...DRAWING, 'chat', 'credentials'],
)

/** A store shows how its load goes, and sources in the forms of the canvas. */
const STORE = ['knowledge', 'jobs', 'form', 'credentials']
/** A judge is chosen with a form of the canvas. */
const COMPARING = ['comparisons', 'form', 'credentials']
const TRACES = ['executions', 'chat', 'runs']

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorScreen />,
    HydrateFallback: RouteProgressBar,
    children: [
      {
        element: <MainLayout />,
        children: [
          {
            // Inside the layout, so that a screen that fails leaves the menu in place.
            errorElement: <ErrorScreen />,
            children: [
              { index: true, lazy: chatflows },
              { path: 'chatflows', lazy: chatflows },
              { path: 'home', lazy: screen(() => import('../features/home/home-screen.tsx'), ['home']) },
              {
                path: 'marketplaces',
                lazy: screen(() => import('../features/marketplace/marketplace-screen.tsx'), ['marketplace']),
              },
              {
                path: 'tools',
                lazy: screen(() => import('../features/tools/tools-screen.tsx'), ['tools', 'mcp-servers']),
              },
              {
                path: 'credentials',
                lazy: screen(() => import('../features/credentials/credentials-screen.tsx'), ['credentials']),
              },
              {
                path: 'knowledge',
                lazy: screen(() => import('../features/knowledge/knowledge-screen.tsx'), ['knowledge']),
              },
              {
                path: 'knowledge/:id',
                lazy: screen(() => import('../features/knowledge/store-screen.tsx'), STORE),
              },
              {
                path: 'runs',
                lazy: screen(() => import('../features/traces/runs-screen.tsx'), ['runs-list', ...TRACES]),
              },
              { path: 'executions', lazy: movedList },
              { path: 'executions/:id', lazy: screen(() => import('./moved-run-route.tsx'), []) },
              { path: 'waiting', lazy: movedList },
              { path: 'inbox', lazy: movedList },
              { path: 'runs/:id', lazy: screen(() => import('./run-route.tsx'), [...TRACES, ...DRAWING]) },
              { path: 'recording', lazy: screen(() => import('./recording-route.tsx'), [...TRACES, ...DRAWING]) },
              {
                path: 'retention',
                lazy: screen(() => import('../features/retention/retention-screen.tsx'), ['retention']),
              },
              { path: 'spend', lazy: screen(() => import('../features/spend/spend-screen.tsx'), ['spend']) },
              {
                path: 'triggers',
                lazy: screen(() => import('../features/triggers/triggers-screen.tsx'), ['triggers']),
              },
              {
                path: 'channels',
                lazy: screen(() => import('../features/channels/channels-screen.tsx'), ['channels']),
              },
              {
                path: 'comparisons',
                lazy: screen(() => import('../features/comparisons/compare-screen.tsx'), COMPARING),
              },
              {
                path: 'comparisons/:id',
                lazy: screen(() => import('../features/comparisons/comparison-screen.tsx'), ['comparisons']),
              },
              { path: 'audit', lazy: screen(() => import('../features/audit/audit-screen.tsx'), ['audit']) },
              { path: 'people', lazy: screen(() => import('../features/people/people-screen.tsx'), ['people']) },
              {
                path: 'profile',
                lazy: screen(() => import('../features/people/profile-screen.tsx'), ['people', 'api-keys']),
              },
              { path: 'tests', lazy: screen(() => import('../features/tests/tests-screen.tsx'), ['tests']) },
              { path: 'tests/:id', lazy: screen(() => import('../features/tests/set-screen.tsx'), ['tests']) },
              { path: 'apikey', lazy: screen(() => import('../features/api-keys/api-keys-screen.tsx'), ['api-keys']) },
            ],
          },
        ],
      },
      {
        element: <BareLayout />,
        errorElement: <ErrorScreen />,
        children: [
          { path: 'canvas', lazy: canvas },
          { path: 'canvas/:id', lazy: canvas },
          { path: 'agentcanvas', lazy: canvas },
          { path: 'v2/agentcanvas', lazy: canvas },
          // The older product's addresses, which people have kept: one canvas draws all flows.
          { path: 'agentcanvas/:id', lazy: canvas },
          { path: 'v2/agentcanvas/:id', lazy: canvas },
          {
            path: 'marketplace/:id',
            lazy: screen(() => import('../features/canvas/template-screen.tsx'), [...DRAWING, 'chat', 'marketplace']),
          },
          {
            path: 'execution/:id',
            lazy: screen(() => import('./shared-execution-route.tsx'), [...TRACES, ...DRAWING]),
          },
          { path: 'join', lazy: screen(() => import('../features/people/join-screen.tsx'), ['people']) },
          { path: 'form/:id', lazy: screen(() => import('../features/chat/form-screen.tsx'), ['chat']) },
          { path: 'chatbot/:id', lazy: screen(() => import('../features/chat/chatbot-screen.tsx'), ['chat']) },
          {
            path: 'review/:token',
            lazy: screen(() => import('../features/review/review-screen.tsx'), ['decisions']),
          },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
]
