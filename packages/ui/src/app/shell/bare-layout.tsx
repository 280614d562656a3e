import { Outlet } from 'react-router'

/** No menu and no top bar: the screen has the window to itself. */
export function BareLayout() {
  return <Outlet />
}
