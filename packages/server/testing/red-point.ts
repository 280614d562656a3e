/** A real picture of one red point, as base64. */
export const RED_POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9BAGvqCQ4AAAAAElFTkSuQmCC'
