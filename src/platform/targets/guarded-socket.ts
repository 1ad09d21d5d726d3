import type { Socket } from 'node:net';

/** Makes what a driver throws on malformed bytes end the connection; otherwise it would end the server. */
export const guarded = <S extends Socket>(socket: S): S => {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean;
  return Object.assign(socket, {
    emit: (event: string | symbol, ...args: unknown[]): boolean => {
      if (event !== 'data') return emit(event, ...args);
      try {
        return emit(event, ...args);
      } catch (error) {
        socket.destroy(error as Error);
        return true;
      }
    },
  });
};
