/** Brings the keyboard back to the pane. Tab then goes on to the nodes, instead of back to where it came from. */
export function focusPane(): void {
  const pane = document.querySelector<HTMLElement>('.cw-stage .react-flow')
  if (!pane) return
  pane.dataset['tab'] = 'passes'
  pane.focus({ preventScroll: true })
}
