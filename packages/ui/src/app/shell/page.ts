/** Goes to `/` with a full reload, so that nothing of the former state stays. */
export function goHomeAndReload(): void {
  window.location.assign('/')
}
