/** Where in the catalogue a run takes place: the two ids of its route. */
export type ExamPlace = { providerId: string; examId: string };
