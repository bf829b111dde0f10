import { useSyncExternalStore } from 'react';
import { readTheme, subscribeToTheme, type Theme } from './theme-choice.ts';

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'dark');
