/** Brings the keyboard back to the pane: Tab then goes on to the nodes, instead of back to where it came from. */
export function focusPane(): void {
  document.querySelector<HTMLElement>('.cw-stage .react-flow')?.focus({ preventScroll: true })
}
