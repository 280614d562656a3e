import { number, options, string } from './inputs.ts'

/**
 * What every step may be told about its failures. The older product does not know these inputs and leaves them as they
 * are; a flow that has none of them fails as it does there.
 */
export const stepPolicy = {
  onError: options({
    destination: false,
    label: 'When it fails',
    options: [
      { label: 'End the run', name: 'fail' },
      { label: 'Try again, then end the run', name: 'retry' },
      { label: 'Go on with a text of mine', name: 'default' },
      { label: 'Go on by the output for errors', name: 'output' },
    ],
    default: 'fail',
    optional: true,
    additional: true,
  }),
  retries: number({
    destination: false,
    label: 'Further tries',
    description:
      'Each waits twice as long as the one before, beginning with one second. What succeeded inside the step and acted on the world is not repeated; what failed is tried again.',
    default: 2,
    min: 1,
    max: 10,
    step: 1,
    optional: true,
    additional: true,
    hide: { onError: ['fail', ''] },
  }),
  errorText: string({
    destination: false,
    label: 'Text to go on with',
    rows: 2,
    optional: true,
    additional: true,
    show: { onError: 'default' },
  }),
}
