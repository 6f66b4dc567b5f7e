/**
 * From mouse, pen and finger to clicks and swipes on the picture.
 *
 * A mouse hits the pixel it is pressed on. A finger taps; it swipes where the game has directions; held still (or
 * dragged, where there is nothing to swipe for) it aims under a loupe and hits what it is let go on.
 */

const SWIPE = 26; // CSS pixels that make a movement a swipe
const STILL = 320; // milliseconds before a finger that holds still begins to aim

/** `stage`; `may(action)`: whether it is offered now; `press(action, pixel)`. Gives a function that ends it. */
export function pointing(stage, may, press) {
  const area = stage.root; // a swipe may begin beside the picture
  let finger = null;

  const release = () => {
    if (!finger) return;
    clearTimeout(finger.timer);
    finger = null;
    stage.magnify(null);
    stage.point(null);
  };
  const aim = (event) => {
    const pixel = stage.pixelAt(event.clientX, event.clientY, { clamp: true });
    stage.point(pixel);
    stage.magnify(pixel);
    return pixel;
  };
  const directions = () => [1, 2, 3, 4].some(may);

  const listeners = {
    pointerdown(event) {
      if (event.target.closest("button, a")) return;
      event.preventDefault();
      if (event.pointerType === "mouse") {
        const pixel = stage.pixelAt(event.clientX, event.clientY);
        if (event.button === 0 && pixel) press(6, pixel);
        return;
      }
      if (finger) return release(); // a second finger calls it off
      area.setPointerCapture(event.pointerId);
      finger = { id: event.pointerId, x: event.clientX, y: event.clientY, aiming: false, swiped: false };
      const mine = finger;
      finger.timer = setTimeout(() => {
        if (finger !== mine || mine.swiped || !may(6)) return;
        mine.aiming = true;
        aim(event);
      }, STILL);
    },
    pointermove(event) {
      if (event.pointerType === "mouse") {
        stage.point(may(6) ? stage.pixelAt(event.clientX, event.clientY) : null);
        return;
      }
      if (finger?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
      if (finger.aiming) aim(event);
      else if (!finger.swiped && Math.hypot(dx, dy) > SWIPE) {
        if (directions()) {
          finger.swiped = true;
          press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 4 : 3) : dy > 0 ? 2 : 1);
        } else if (may(6)) {
          finger.aiming = true;
          aim(event);
        }
      }
    },
    pointerup(event) {
      if (finger?.id !== event.pointerId) return;
      const { aiming, swiped, x, y } = finger;
      release();
      if (swiped) return;
      const pixel = aiming ? stage.pixelAt(event.clientX, event.clientY, { clamp: true }) : stage.pixelAt(x, y);
      if (pixel) press(6, pixel);
    },
    pointercancel: release,
    pointerleave(event) {
      if (event.pointerType === "mouse") stage.point(null);
    },
    contextmenu(event) {
      event.preventDefault();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) area.addEventListener(name, listener);
  return () => {
    release();
    for (const [name, listener] of Object.entries(listeners)) area.removeEventListener(name, listener);
  };
}
