import { useSyncExternalStore } from 'react';
import { readTheme, subscribeToTheme } from './theme-choice.ts';

export const useTheme = () => useSyncExternalStore(subscribeToTheme, readTheme, readTheme);
