type Connection = { saveData?: boolean; type?: string };

const readConnection = () => (navigator as { connection?: Connection }).connection;

/** Whether the learner has asked the browser to spare data. */
export const savesData = () => readConnection()?.saveData === true;

/** True if the browser can't tell. */
export const isMetered = () => {
  const connection = readConnection();
  return !connection || savesData() || connection.type === 'cellular';
};
